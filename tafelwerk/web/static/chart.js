// Draws the figure of the page, in the colours that the reader prefers and as wide as the window
(() => {
  const chart = document.getElementById("chart");
  const said = document.getElementById("said");
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  let drawn = 0;

  async function draw() {
    const width = Math.max(300, Math.min(1000, chart.parentElement.clientWidth));
    if (width === drawn) return;
    drawn = width;
    try {
      const inline = document.getElementById("spec");
      let figure;
      if (inline) {
        figure = JSON.parse(inline.textContent);
      } else {
        const address = new URL(chart.dataset.spec, window.location.href);
        address.searchParams.set("theme", dark ? "dark" : "light");
        address.searchParams.set("width", width);
        address.searchParams.set("title", "no");
        const response = await fetch(address);
        // too many others wait
        const again = response.headers.get("retry-after");
        if (again) {
          drawn = 0;
          setTimeout(draw, 1000 * again);
          return;
        }
        figure = await response.json();
        if (!response.ok) throw new Error(figure.error);
      }
      await window.vegaEmbed(chart, figure.spec, {
        mode: "vega-lite",
        ast: true,
        defaultStyle: false,
        renderer: figure.marks >= 1000 ? "canvas" : "svg",
        actions: false,
        tooltip: { theme: dark && !inline ? "dark" : "light", disableDefaultStyle: true },
      });
      // where narrow letters could not be read the picture is wider than the window, and is scrolled
      const picture = chart.querySelector("svg, canvas");
      const own = parseFloat(picture.style.width || picture.getAttribute("width"));
      chart.style.minWidth = own > 1.05 * width ? `${own}px` : "";
      if (!said.textContent.trim()) said.textContent = figure.spec.description || "";
    } catch (error) {
      chart.replaceChildren();
      said.textContent = `The figure cannot be shown: ${error.message}`;
      said.classList.add("failed");
    }
  }

  let resized;
  addEventListener("resize", () => {
    clearTimeout(resized);
    resized = setTimeout(draw, 200);
  });
  draw();
})();
