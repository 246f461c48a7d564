// Draws the API's operations from its schema; without scripts the page lists them itself.
const place = document.querySelector("[data-schema]");

SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: false,
  validatorUrl: null,
});
