import exifReader from "exif-reader";

/** When and where a photograph was taken; null or "" where it is unknown. */
export type Taken = { takeTime: string | null; location: string };

const FIRST_YEAR = 1826;

/** Converts degrees, minutes and seconds to degrees. */
function degrees(parts: unknown, hemisphere: unknown): number | null {
  if (!Array.isArray(parts) || parts.length !== 3) return null;
  const [d, m, s] = parts.map(Number) as [number, number, number];
  const value = (d + m / 60 + s / 3600) * (hemisphere === "S" || hemisphere === "W" ? -1 : 1);
  return Number.isFinite(value) && Math.abs(value) <= 180 ? value : null;
}

function locationOf(gps: Record<string, unknown> | undefined): string {
  const latitude = degrees(gps?.GPSLatitude, gps?.GPSLatitudeRef);
  const longitude = degrees(gps?.GPSLongitude, gps?.GPSLongitudeRef);
  return latitude === null || longitude === null || Math.abs(latitude) > 90
    ? ""
    : `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

/** `2024:02:29 12:00:00`, in the camera's time unless an offset is given. */
function timeOf(photo: Record<string, unknown> | undefined): string | null {
  const time = photo?.DateTimeOriginal ?? photo?.DateTimeDigitized;
  if (
    !(time instanceof Date) ||
    Number.isNaN(time.getTime()) ||
    time.getUTCFullYear() < FIRST_YEAR ||
    time.getUTCFullYear() > 9998
  )
    return null;
  const zone = photo?.OffsetTimeOriginal ?? photo?.OffsetTime;
  const offset = typeof zone === "string" ? /^([+-])(\d\d):(\d\d)/.exec(zone) : null;
  const minutes = offset ? (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === "-" ? -1 : 1) : 0;
  return new Date(time.getTime() - minutes * 60_000).toISOString();
}

/** Reads a picture's EXIF block; an unreadable one yields nothing. */
export function takenFrom(exif: Buffer | undefined): Taken {
  const nothing = { takeTime: null, location: "" };
  if (!exif) return nothing;
  try {
    const { Photo, GPSInfo } = exifReader(exif);
    return {
      takeTime: timeOf(Photo),
      location: locationOf(GPSInfo),
    };
  } catch {
    // Cameras and editors write broken blocks; the picture is good all the same.
    return nothing;
  }
}
