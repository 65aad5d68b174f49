"use client";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useListing } from "../resource/listing";
import type { ActionDialog, Row, Send } from "../resource/resource";
import { Button } from "../ui/button";
import { Dialog, DialogActions, DialogClose, DialogContent } from "../ui/dialog";
import { TeamField } from "./team-field";
import { useTeams } from "./use-teams";

type Props = {
  /** The group of its words: `teamTitle`, `teamName`, `teamHint`. */
  words: string;
  count: number;
  /** Their team, where all have the same. */
  team: string;
  teams: readonly string[];
  onSave: (team: string) => void;
  onClose: () => void;
};

/** Puts files, photos or links into a team, where they come last, or into none. */
export function TeamDialog({ words, count, team: before, teams, onSave, onClose }: Props) {
  const t = useTranslations(words);
  const ui = useTranslations("ui");
  const [team, setTeam] = useState(before);
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={t("teamTitle", { count })}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onSave(team.trim());
            onClose();
          }}
        >
          <TeamField
            label={t("teamName")}
            hint={t("teamHint")}
            teams={teams}
            value={team}
            autoFocus
            maxLength={255}
            onChange={(event) => setTeam(event.target.value)}
          />
          <DialogActions>
            <DialogClose asChild>
              <Button>{ui("cancel")}</Button>
            </DialogClose>
            <Button look="strong" type="submit">
              {ui("save")}
            </Button>
          </DialogActions>
        </form>
      </DialogContent>
    </Dialog>
  );
}

/**
 * The same for rows of a list, whose filter offers the teams; the word `done.teamed` says what was done. `teamOf` is the
 * team of a row as it was shown; rows of other pages have none.
 */
export const teamDialogOf = <R extends Row & { team: string }>(
  words: string,
  put: (team: string, teamOf: (id: number) => string | undefined) => Send,
): ActionDialog<R> =>
  function RowsTeam({ ids, row, onClose, run }: ComponentProps<ActionDialog<R>>) {
    const rows = useListing().rows as readonly R[];
    return (
      <TeamDialog
        words={words}
        count={ids.length}
        team={row?.team ?? ""}
        teams={useTeams()}
        onSave={(team) =>
          run(
            put(team, (id) => rows.find((each) => each.id === id)?.team),
            "teamed",
          )
        }
        onClose={onClose}
      />
    );
  };
