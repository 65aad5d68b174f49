// Each photo fills the window; arrows show the next, Escape or a click beside it closes. `public/site.js` loads it where there are some.

const box = document.querySelector("dialog.lightbox");

const plates = [...document.querySelectorAll(".wall a")];
const picture = Object.assign(new Image(), { alt: "" });
box.querySelector("figure").prepend(picture);
const caption = box.querySelector("figcaption");
let at = 0;

// A smaller version for the window, since the file may be as large as the camera wrote it.
const load = (image, plate) =>
  Object.assign(image, { sizes: "100vw", srcset: plate.dataset.srcset ?? "", src: plate.href });

const show = (number) => {
  at = (number + plates.length) % plates.length;
  const plate = plates[at];
  load(picture, plate);
  picture.alt = plate.querySelector("img").alt;
  caption.textContent = plate.parentElement.querySelector("figcaption").innerText.replace(/\s*\n\s*/g, " · ");
  load(new Image(), plates[(at + 1) % plates.length]);
};

for (const [number, plate] of plates.entries())
  plate.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    show(number);
    box.showModal();
  });
for (const button of box.querySelectorAll("[data-step]")) {
  button.hidden = plates.length < 2;
  button.addEventListener("click", () => show(at + Number(button.dataset.step)));
}
box.addEventListener("keydown", (event) => {
  if (event.key === "ArrowLeft") show(at - 1);
  if (event.key === "ArrowRight") show(at + 1);
});
box.addEventListener("click", (event) => event.target === box && box.close());
box.addEventListener("close", () => plates[at].focus());
