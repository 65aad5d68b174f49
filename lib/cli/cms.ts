import { runCli } from "./run";

// `cms … | head` closes the pipe early; that is no failure of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// Left to end by itself, so that what was written to a pipe arrives.
process.exitCode = await runCli(process.argv.slice(2));
