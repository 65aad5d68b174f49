/** A refusal of the form as a whole. */
export const Failure = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="text-wrong">
      {text}
    </p>
  ) : null;
