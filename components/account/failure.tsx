/** What a form as a whole was refused for. */
export const Failure = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="text-wrong">
      {text}
    </p>
  ) : null;
