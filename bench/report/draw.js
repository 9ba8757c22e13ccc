// Draws the report's plots. Plain script of the page: it is inlined as it stands, after uPlot.
/* global uPlot */
(() => {
  const plots = JSON.parse(document.getElementById("plots").textContent);
  const root = document.documentElement;
  const style = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  const HEIGHT = 240;
  let drawn = [];

  function short(value) {
    if (value === null || value === undefined) return "--";
    const size = Math.abs(value);
    const step = [
      [1e9, "G"],
      [1e6, "M"],
      [1e3, "k"],
    ].find(([from]) => size >= from);
    return step ? `${+(value / step[0]).toPrecision(3)} ${step[1]}` : `${+value.toPrecision(3)}`;
  }

  function options(plot, width) {
    const colours = style("--series").split(",");
    const axis = (label) => ({
      label,
      stroke: style("--muted"),
      grid: { stroke: style("--line"), width: 1 },
      ticks: { stroke: style("--line"), width: 1 },
      values: (_, ticks) => ticks.map((tick) => (tick === null ? "" : short(tick))),
      size: 64,
    });
    const whole = plot.x.every(Number.isInteger) && !plot.logX;
    const counts = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];
    // A logarithm knows no zero and no negative number.
    const positive = plot.series.every(({ values }) => values.every((v) => v === null || v > 0));
    return {
      width,
      height: HEIGHT,
      scales: {
        x: { time: false, distr: plot.logX ? 3 : 1 },
        y: { distr: plot.logY && positive ? 3 : 1 },
      },
      axes: [{ ...axis(plot.xLabel), size: 40, ...(whole ? { incrs: counts } : {}) }, axis(plot.yLabel)],
      legend: { live: false },
      series: [
        { label: plot.xLabel, value: (_, value) => short(value) },
        ...plot.series.map(({ name }, i) => ({
          label: name,
          stroke: colours[i % colours.length].trim(),
          width: 1.5,
          points: { size: 5 },
          value: (_, value) => short(value),
        })),
      ],
    };
  }

  function draw() {
    for (const plot of drawn) plot.destroy();
    drawn = [...document.querySelectorAll("[data-plot]")].map((element) => {
      const plot = plots[Number(element.dataset.plot)];
      const data = [plot.x, ...plot.series.map(({ values }) => values)];
      return new uPlot(options(plot, element.clientWidth), data, element);
    });
  }

  document.getElementById("theme").addEventListener("click", () => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    draw();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  addEventListener("resize", () => {
    for (const plot of drawn) plot.setSize({ width: plot.root.parentElement.clientWidth, height: HEIGHT });
  });
  draw();
})();
