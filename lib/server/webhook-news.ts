import { subscribe } from "../core/events";
import { announceNews } from "../webhooks/announcing";
import { lookups } from "./webhook-subjects";

/** Has the webhooks told of what stands in the audit log: at the start what was missed, then after each commit; one round at a time. */
export class WebhookNews {
  #running: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #unsubscribe: () => void = () => undefined;

  constructor(private readonly onFailure: (error: unknown) => void) {}

  start(): void {
    this.#unsubscribe = subscribe(({ subject, tags }) => {
      if (subject !== null || tags.length > 0) this.ring();
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
      .catch(this.onFailure)
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
