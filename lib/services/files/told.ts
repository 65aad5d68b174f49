/** Names of facts that people write about a film or a recording; phones and cameras name others, such as where they were. */
const isTold =
  /(?:^|\.)(?:title|subtitle|displayname|artist|album|album_?artist|comment|description|synopsis|summary|copyright|licen[cs]e|creationdate|date(?:_\w+)?|keywords|subject|software|information|performer|producer|publisher|organization|contact|label|year|genre|director|composer|lyricist|lyrics|conductor|arranger|author|writer|written_by|encoder|encoded_by|encoding|language|version|isrc|barcode|catalognumber|compilation|part_?number|total_parts|tracks?|track_?number|track_?total|total_?tracks|discs?|disc_?number|disc_?total|total_?discs|chapter\d\w*|bpm|mood|rating|podcast\w*|show|season\w*|episode\w*|network|duration|bps|number_of_\w+|_statistics_\w+|waveformatextensible_channel_mask|iTun\w+|replaygain_\w+|r128_\w+|musicbrainz_\w+|major_brand|minor_version|compatible_brands)$/i;

/** Whether a fact of this name is one that people write. */
export const saysWhatIsTold = (name: string): boolean => isTold.test(name);

/** Whether something said is where it was said, as drones write it. */
export const isPlace = /(?:gps|home|latitude|long?t?itude)\W{1,4}-?\d{1,3}\.\d/i;
