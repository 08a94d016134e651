// Without this the table is whole and in its order; with it columns sort and words search.
(() => {
  const body = document.querySelector("tbody");
  const rows = [...body.rows];
  const search = document.querySelector(".search");
  search.hidden = false;
  search.querySelector("input").addEventListener("input", (event) => {
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    }
  });
  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.key ?? cell.textContent;
  };
  document.querySelectorAll("th").forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      document.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const order = [...rows].sort((a, b) =>
        key(a, column).localeCompare(key(b, column), "en", { numeric: true }));
      body.append(...(down ? order.reverse() : order));
    });
  });
})();
