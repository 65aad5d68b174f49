export { answerAuth as GET, answerAuth as POST } from "../../../../lib/doors/auth-route";
