import { useTranslations } from "../../lib/doors/words";
import { Fragment } from "react";
import type { Category } from "../../lib/features/taxonomy/categories/schema";
import { ListHeading } from "./list-heading";

type Props = { category: Category; all: readonly Category[]; stories: number };

/** The categories that this one is in, the outermost first. */
export function above(category: Category, all: readonly Category[]): Category[] {
  const parent = all.find(({ id }) => id === category.parentId);
  return parent ? [...above(parent, all), parent] : [];
}

/** The head of a category's page, with its ancestors and children. */
export function CategoryHeading({ category, all, stories }: Props) {
  const t = useTranslations("categories");
  const story = useTranslations("story");
  const below = all.filter(({ parentId }) => parentId === category.id);
  const path = [{ id: 0, url: "/categories", name: t("title") }, ...above(category, all)];
  const kicker = path.map(({ id, url, name }, index) => (
    <Fragment key={id}>
      {index > 0 && " / "}
      <a href={url}>{name}</a>
    </Fragment>
  ));
  return (
    <ListHeading
      kicker={kicker}
      title={category.name}
      description={category.description}
      meta={`${story("count", { count: stories })}${category.locked ? ` · ${t("protected")}` : ""}`}
    >
      {below.length > 0 && (
        <nav className="pills" aria-label={t("below")}>
          {below.map(({ id, url, name, postCount }) => (
            <a key={id} href={url}>
              {name} <span className="count">{postCount}</span>
            </a>
          ))}
        </nav>
      )}
    </ListHeading>
  );
}
