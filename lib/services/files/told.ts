/** Names of facts that people write about a film or a recording; phones and cameras name others, such as where they were. */
const isWritten =
  /(?:^|\.)(?:title|displayname|artist|author|album|comment|description|copyright|creationdate|keywords|software|information|performer|producer|publisher|year|genre|director|composer|encoder|iTun\w+|replaygain_\w+)$/i;
/** The same, and what players read, where programs for sound write them. */
const isTold =
  /^(?:subtitle|album_?artist|synopsis|summary|licen[cs]e|date(?:_\w+)?|subject|organization|contact|label|lyricist|lyrics|conductor|arranger|writer|written_by|encoded_by|encoding|encoder_options|language|version|isrc|barcode|catalognumber|compilation|part_?number|total_parts|tracks?|track_?(?:number|total)|total_?tracks|discs?|disc_?(?:number|total)|total_?discs|chapter\d\w*|bpm|mood|rating|podcast\w*|show|season\w*|episode\w*|network|duration|bps|number_of_\w+|_statistics_\w+|waveformatextensible_channel_mask|r128_\w+|musicbrainz_\w+|(?:major|compatible)_brands?|minor_version)$/i;

/** Whether a fact of this name is one that people write, or that players need. */
export const saysWhatIsTold = (name: string): boolean => isWritten.test(name) || isTold.test(name);

/** Whether something said is where it was said, as drones write it. */
export const isPlace = /(?:gps|home|latitude|long?t?itude)\W{1,4}-?\d{1,3}\.\d/i;
