"use client";
import { ScanSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { getAttachmentAtAction } from "../../app/admin/media/actions";
import { updatePhotoAction } from "../../app/admin/photos/actions";
import type { Photo } from "../../lib/features/photos/schema";
import { PictureField } from "../media/picker/picture-field";
import { TeamField } from "../media/team-field";
import { FormDialog } from "../resource/form-dialog";
import { Button } from "../ui/button";
import { inSession } from "../ui/session";

type Props = { photo: Photo; teams: string[]; onClose: () => void };

/** Fills in what the camera wrote into a file, which is kept beside it for whoever may see the file. */
function TakeFromFile({
  url,
  onTime,
  onPlace,
}: {
  url: string;
  onTime: (time: string) => void;
  onPlace: (place: string) => void;
}) {
  const t = useTranslations("photoWall");
  const [taken, setTaken] = useState("");
  const take = async () => {
    const answer = await inSession(() => getAttachmentAtAction({ address: url }));
    const file = answer?.ok ? answer.data : null;
    if (file?.takeTime) onTime(file.takeTime.toISOString());
    if (file?.location) onPlace(file.location);
    const found = [file?.takeTime && "time", file?.location && "place"].filter(Boolean);
    setTaken(
      t(found.length === 2 ? "tookBoth" : found[0] === "time" ? "tookTime" : found[0] ? "tookPlace" : "tookNothing"),
    );
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="small" onClick={() => void take()}>
        <ScanSearch aria-hidden />
        {t("take")}
      </Button>
      <span role="status" className="text-[0.82rem] text-soft">
        {taken || t("takeHint")}
      </span>
    </div>
  );
}

/** Changes a photo: its picture and words, when and where it was taken. */
export function PhotoDialog({ photo, teams, onClose }: Props) {
  const t = useTranslations("photoWall");
  return (
    <FormDialog
      title={t("editTitle")}
      words="photoWall"
      fields={[
        {
          name: "url",
          word: "picture",
          kind: "own",
          field: ({ label, error, value, onChange }) => (
            <PictureField label={label} value={value} error={error} onChange={(url) => onChange(url)} />
          ),
        },
        { name: "name", kind: "text" },
        { name: "description", kind: "long", rows: 2 },
        {
          name: "team",
          word: "teamName",
          kind: "own",
          field: ({ label, error, value, onChange, onBlur }) => (
            <TeamField
              label={label}
              teams={teams}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
              {...(error && { error })}
            />
          ),
        },
        { name: "takeTime", kind: "moment" },
        { name: "location", kind: "text" },
        {
          name: "photoId",
          word: "take",
          kind: "own",
          field: ({ valueOf, setValue }) => (
            <TakeFromFile
              url={valueOf("url")}
              onTime={(time) => setValue("takeTime", time)}
              onPlace={(place) => setValue("location", place)}
            />
          ),
        },
      ]}
      schema={async () => (await import("../../lib/features/photos/schema")).photoChanges}
      values={{
        photoId: photo.id,
        name: photo.name,
        url: photo.url,
        thumbnail: photo.thumbnail,
        description: photo.description,
        location: photo.location,
        takeTime: photo.takeTime?.toISOString() ?? null,
        team: photo.team,
      }}
      record={photo}
      send={(values, asRead) => updatePhotoAction(values, asRead)}
      done={({ name }) => t("saved", { name })}
      onClose={onClose}
    />
  );
}
