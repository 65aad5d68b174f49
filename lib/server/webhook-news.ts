import { subscribe } from "../core/events";
import { announceNews } from "../webhooks/announcing";
import { lookups } from "./webhook-subjects";

/** Has the webhooks told of what stands in the audit log: at the start what was missed, then after each commit; one round at a time. */
export class WebhookNews {
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  /** Whether there is a webhook at all; a site without one has nothing to look up after each commit. */
  #listening = true;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly onFailure: (error: unknown) => void) {}

  start(): void {
    this.#unsubscribe = subscribe(({ subject, tags }) => {
      if (subject?.startsWith("webhook:")) this.#listening = true;
      if (this.#listening && (subject !== null || tags.length > 0)) this.ring();
    });
    this.ring();
  }

  /** There may be news. */
  ring(): void {
    if (this.#stopped) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = new Promise<void>((done) => setImmediate(done))
      .then(() => announceNews(lookups))
      .then((listening) => void (this.#listening = listening), this.onFailure)
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.ring();
      });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe();
    await this.#running;
  }
}
