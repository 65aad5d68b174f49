import { intoView } from "./into-view";

/** A refusal of the form as a whole. */
export const Failure = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p key={text} ref={intoView} role="alert" className="text-wrong">
      {text}
    </p>
  ) : null;
