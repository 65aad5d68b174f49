import { useTranslations } from "../../lib/doors/words";
import type { Category } from "../../lib/features/taxonomy/categories/schema";

function Branch({ all, parent }: { all: readonly Category[]; parent: number }) {
  const below = all.filter((category) => category.parentId === parent);
  const t = useTranslations("story");
  if (below.length === 0) return null;
  return (
    <ul>
      {below.map((category) => (
        <li key={category.id}>
          <p className="entry">
            <a href={category.url}>{category.name}</a>
            <span className="meta" title={t("count", { count: category.postCount })}>
              {category.postCount}
            </span>
          </p>
          <Branch all={all} parent={category.id} />
        </li>
      ))}
    </ul>
  );
}

/** Categories as a tree; the top ones are sections. */
export function CategoryTree({ categories }: { categories: readonly Category[] }) {
  const t = useTranslations("categories");
  const story = useTranslations("story");
  return (
    <div className="front tree">
      {categories
        .filter((category) => category.parentId === null)
        .map((category) => (
          <section key={category.id}>
            <h2>
              <a href={category.url}>{category.name}</a>
            </h2>
            {category.description && <p className="teaser">{category.description}</p>}
            <p className="meta">
              {story("count", { count: category.postCount })}
              {category.locked && ` · ${t("protected")}`}
            </p>
            <Branch all={categories} parent={category.id} />
          </section>
        ))}
    </div>
  );
}
