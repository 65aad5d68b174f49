import fc from "fast-check";

// A failing property is made smaller for minutes, and would be told of as a test that took too long, without its example.
fc.configureGlobal({ plugins: [fc.interruptAfterTimeLimit(240_000)] });
