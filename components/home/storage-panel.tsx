import { useTranslations } from "next-intl";
import type { StorageUse } from "../../lib/features/statistics/storage-schema";
import { Link, linkLook } from "../ui/link";
import { When } from "../ui/when";
import { Bytes } from "./bytes";
import { Panel } from "./panel";

/** What the site takes on its disk, and the state of its backup. */
export function StoragePanel({ database, files, disk, copyBeforeUpdate, lastBackup }: StorageUse) {
  const t = useTranslations("dashboard.storage");
  const rows = [
    [t("database"), database.bytes],
    [t("files", { count: files.count }), files.bytes],
    [t("free"), disk.freeBytes],
  ] as const;
  return (
    <Panel title={t("title")}>
      <dl className="grid gap-1">
        {rows.map(([name, bytes]) => (
          <div key={name} className="flex min-h-7 items-baseline gap-3">
            <dt className="grow text-soft">{name}</dt>
            <dd className="font-[520]">
              <Bytes of={bytes} />
            </dd>
          </div>
        ))}
        <div className="flex min-h-7 items-baseline gap-3">
          <dt className="grow text-soft">{t("backup")}</dt>
          <dd className="font-[520]">{lastBackup ? <When at={lastBackup.time} /> : t("noBackup")}</dd>
        </div>
      </dl>
      <p className="mt-2 text-[0.86rem] text-soft">
        {lastBackup
          ? t("sameDisk")
          : copyBeforeUpdate
            ? t.rich("onlyCopy", { time: () => <When at={copyBeforeUpdate.time} /> })
            : t("noCopy")}
      </p>
      <p className="mt-2 text-[0.86rem]">
        <Link href="/admin/tools/backups" className={linkLook}>
          {t("toBackups")}
        </Link>
      </p>
    </Panel>
  );
}
