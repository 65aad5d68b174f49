// Videos: the player comes when its still is clicked.

for (const still of document.querySelectorAll("a[data-player]"))
  still.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const address = new URL(still.dataset.player);
    address.searchParams.set("autoplay", "1");
    const frame = Object.assign(document.createElement("iframe"), {
      title: still.textContent,
      allow: "autoplay; fullscreen",
      referrerPolicy: "strict-origin-when-cross-origin",
      sandbox: "allow-scripts allow-same-origin allow-presentation allow-popups",
      src: address,
    });
    still.replaceWith(frame);
    frame.focus();
  });
