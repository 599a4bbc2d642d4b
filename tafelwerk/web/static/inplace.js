// Shows what links and GET forms below [data-inplace] lead to in place: <main>, title and address change, the page stays. A page at
// work is asked for again; what fails is loaded as a page of its own. The focus goes to the element of the same id, or to one
// with data-focus; "inplace" is dispatched at the document afterwards.
(() => {
  let latest = 0;
  // what is shown or asked for: forward while back is not yet answered asks again
  let wanted = location.pathname + location.search;

  async function show(address, isStep) {
    const number = ++latest;
    const { pathname, search } = new URL(address, location.href);
    wanted = pathname + search;
    const main = document.querySelector("main");
    const focused = main.contains(document.activeElement) ? document.activeElement.id : null;
    main.setAttribute("aria-busy", "true");
    let response, text;
    try {
      response = await fetch(address, { headers: { "X-Fragment": "main" } });
      text = await response.text();
    } catch {
      if (number === latest) location.assign(address);
      return;
    }
    if (number !== latest) return;
    const answer = new DOMParser().parseFromString(text, "text/html");
    const next = answer.querySelector("main");
    if (!next) {
      location.assign(address);
      return;
    }
    const again = response.headers.get("refresh");
    const form = !isStep && main.querySelector("form[data-begun]");
    const part = form && next.querySelector("#answer");
    if (part) {
      document.getElementById("answer").replaceWith(document.adoptNode(part));
      main.removeAttribute("aria-busy");
      if (!again) delete form.dataset.begun;
    } else {
      main.replaceWith(document.adoptNode(next));
      document.title = answer.title;
      if (isStep) history.pushState(null, "", response.url);
      else history.replaceState(null, "", response.url);
      wanted = location.pathname + location.search;
      const target = (focused && document.getElementById(focused)) || next.querySelector("[data-focus]");
      if (focused !== null && target) target.focus({ preventScroll: true });
      document.dispatchEvent(new Event("inplace"));
    }
    if (again) setTimeout(() => number === latest && show(response.url, false), 1000 * parseFloat(again));
  }

  addEventListener("click", (event) => {
    const link = event.target.closest("[data-inplace] a[href]");
    if (!link || event.button || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // a link within an SVG has an object for its href
    const address = new URL(link.getAttribute("href"), location.href);
    if (address.origin !== location.origin || address.pathname !== location.pathname) return;
    event.preventDefault();
    show(address, true);
  });

  addEventListener("submit", (event) => {
    const form = event.target.closest("[data-inplace] form");
    if (!form || form.method !== "get") return;
    event.preventDefault();
    const address = new URL(form.action);
    address.search = new URLSearchParams(new FormData(form, event.submitter));
    show(address, true);
  });

  // what a reader fills in while an answer is waited for stays: the page is loaded anew no more, and its answer comes beside it
  function begin(event) {
    const form = event.target.closest("[data-inplace] form");
    if (!form || "begun" in form.dataset || !document.querySelector("#answer .working")) return;
    form.dataset.begun = "";
    stop();
    show(location.href, false);
  }
  addEventListener("input", begin);
  addEventListener("click", begin);

  addEventListener("popstate", () => {
    if (location.pathname + location.search !== wanted) show(location.href, false);
  });
})();
