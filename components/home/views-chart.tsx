"use client";
import { useFormatter } from "next-intl";
import { useEffect, useRef } from "react";
import uPlot from "uplot";
import type { Views } from "../../lib/features/statistics/views-schema";
import "./views-chart.css";

const DAY_S = 86_400;

/** A colour of the page as it is now; the scheme may change while the chart is shown. */
const colour = (name: string) => () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
const font = () => `12px ${getComputedStyle(document.body).fontFamily}`;

/** The beginning of a day, as the chart counts: seconds since 1970, on a calendar without a zone. */
const secondsOf = (one: { day: string } | undefined): number => Date.parse(one?.day ?? "1970-01-01") / 1000;

/** Calls back when the colours of the page change. */
function onScheme(changed: () => void): () => void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const chosen = new MutationObserver(changed);
  chosen.observe(document.documentElement, { attributes: true, attributeFilter: ["data-scheme"] });
  dark.addEventListener("change", changed);
  return () => {
    chosen.disconnect();
    dark.removeEventListener("change", changed);
  };
}

/** The views of each day as a line; the numbers of a day are shown where the pointer is. */
export function ViewsChart({ daily, label, dayLabel }: Pick<Views, "daily"> & { label: string; dayLabel: string }) {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormatter();

  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const day = (seconds: number, year: boolean) =>
      format.dateTime(new Date(seconds * 1000), {
        day: "numeric",
        month: "short",
        ...(year && { year: "numeric" }),
        timeZone: "UTC",
      });
    const last = daily.at(-1);
    const lines = { stroke: colour("soft"), grid: { stroke: colour("rule"), width: 1 }, ticks: { show: false } };
    const chart = new uPlot(
      {
        width: box.clientWidth,
        height: box.clientHeight,
        cursor: { y: false, drag: { x: false, y: false } },
        legend: { show: true, live: true },
        // Days are those of the site's calendar; the browser's zone must not move them.
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
        scales: { y: { range: (_chart, _least, most) => [0, Math.max(4, Math.ceil(most * 1.1))] } },
        axes: [
          {
            ...lines,
            font: font(),
            size: 30,
            grid: { show: false },
            space: 64,
            incrs: [1, 7, 14, 30, 61, 91].map((days) => days * DAY_S),
            values: (_chart, marks) => marks.map((mark) => day(mark, false)),
          },
          {
            ...lines,
            font: font(),
            size: 52,
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 1e6, 1e7],
            values: (_chart, marks) => marks.map((mark) => format.number(mark, { notation: "compact" })),
          },
        ],
        series: [
          // Without a pointer uPlot passes null: the legend says what the last day has.
          { label: dayLabel, value: (_chart, mark) => day(Number.isFinite(mark) ? mark : secondsOf(last), true) },
          {
            label,
            stroke: colour("accent"),
            fill: () => `color-mix(in srgb, ${colour("accent")()} 12%, transparent)`,
            width: 2,
            points: { show: daily.length < 60, size: 5, fill: colour("accent") },
            value: (_chart, views) => format.number(Number.isFinite(views) ? views : (last?.views ?? 0)),
          },
        ],
      },
      [daily.map(secondsOf), daily.map(({ views }) => views)],
      box,
    );
    const legend = box.querySelector(".u-legend");
    const fit = () => chart.setSize({ width: box.clientWidth, height: box.clientHeight - (legend?.clientHeight ?? 0) });
    fit();
    // The legend wraps in a narrow window, and gets its style and letters after the first drawing.
    const size = new ResizeObserver(fit);
    size.observe(box);
    if (legend) size.observe(legend);
    const stop = onScheme(() => chart.redraw());
    return () => {
      size.disconnect();
      stop();
      chart.destroy();
    };
  }, [daily, label, dayLabel, format]);

  return <div ref={place} aria-hidden className="views-chart h-full w-full overflow-hidden" />;
}
