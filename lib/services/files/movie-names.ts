const names = (list: string) => new Set(list.split(" "));

/** Boxes that hold others. */
export const holders = names("moov moof traf trak mdia minf stbl udta meta ilst");
/** What a player needs. Cameras invent boxes for all else, also for where they were, so that no list of those ends. */
export const needed = names(
  "ftyp styp sidx ssix mdat mfra pdin mvhd mvex pssh iods keys cmov rmra ctab tkhd edts tref tapt load clip matt txas trgr " +
    "mdhd hdlr elng vmhd smhd hmhd nmhd sthd gmhd dinf stsd stts ctts cslg stss stps stsz stz2 stsc stco co64 padb " +
    "stdp sdtp sbgp sgpd subs saiz saio senc stsh mfhd tfhd tfdt trun",
);
/** What people write about a film or a recording, beside the facts in `meta`. */
export const told = names(
  "\u00A9nam \u00A9ART \u00A9alb \u00A9aut \u00A9cmt \u00A9cpy \u00A9day \u00A9des \u00A9dir \u00A9gen \u00A9grp \u00A9inf \u00A9key " +
    "\u00A9lyr \u00A9prd \u00A9swr \u00A9too \u00A9trk \u00A9wrt aART albm auth catg chpl covr cpil cprt desc disk dscp gnre keyw " +
    "ldes name pcst perf pgap rtng soaa soal soar soco sonm stik titl tmpo trkn tven tves tvsh tvsn yrrc",
);
/** Tracks for eyes and ears; the others are measurements, such as the way of an action camera. */
export const shown = names("vide soun text sbtl subt clcp tmcd hint pict auxv");
/** Tracks in which drones write where they fly as if it were said. */
export const spoken = names("text sbtl subt clcp");
/** The mark of the box that says how the picture of a film lies around those who watch it. */
export const AROUND = "ffcc8263f8554a938814587a02521fdd";
/** The picture of a recording. */
export const COVER = "covr";
/** A table of places in the film between its samples, in dash cameras. */
export const BETWEEN = "gps ";
