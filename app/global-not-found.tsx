/** Where the framework finds no page it says nothing: by this mark, which its own pages have, the front desk puts the site's page in its place. */
export default function NothingFound() {
  return (
    <html id="__next_error__" lang="en">
      <body />
    </html>
  );
}
