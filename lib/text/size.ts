const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
/** Settings and limits count in these steps, too, so that 50 MB there is 50 MB here. */
const STEP = 1024;
/** Units of which a tenth is said, from megabytes on. */
const TENTHS_FROM = 2;

const digitsOf = (step: number): number => (step < TENTHS_FROM ? 0 : 1);

/** The unit in which a number of bytes is below 1024 as it will be written, and the number in it. */
function inUnit(bytes: number): { step: number; value: number } {
  let [step, value] = [0, bytes];
  while (step < units.length - 1 && Number(value.toFixed(digitsOf(step))) >= STEP) {
    step += 1;
    value /= STEP;
  }
  return { step, value };
}

/** A number of bytes as people read it, such as `2.4 MB`, `12 kB` or `1 byte`. The only place that writes sizes. */
export function sizeText(bytes: number, locale = "en-US"): string {
  const { step, value } = inUnit(bytes);
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[step],
    unitDisplay: step === 0 ? "long" : "short",
    maximumFractionDigits: digitsOf(step),
  }).format(value);
}
