import { runCli } from "./run";

// `cms … | head` closes the pipe early, which is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// Ends by itself, so that output to a pipe arrives.
process.exitCode = await runCli(process.argv.slice(2));
