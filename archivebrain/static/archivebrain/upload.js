// Says that a file is too large before it is sent; the server says it again.
document.addEventListener("change", ({ target }) => {
  const most = Number(target.dataset.mostBytes);
  if (most && target.files) {
    const isTooLarge = [...target.files].some((file) => file.size > most);
    target.setCustomValidity(isTooLarge ? target.dataset.tooLarge : "");
    target.reportValidity();
  }
});
