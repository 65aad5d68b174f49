import fc from "fast-check";

// A failing property is made smaller for minutes, and would be told of as a test that took too long, without its example.
// oxlint-disable-next-line typescript/no-deprecated -- its successor cannot be given for all properties at once
fc.configureGlobal({ interruptAfterTimeLimit: 240_000 });
