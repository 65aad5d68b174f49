#!/bin/sh
# Starts the browser for the journeys without what nobody looks at here. With each new window Chromium prepares the
# drop-down of its address bar in a process of its own, and with each site a renderer in reserve: two thirds of what
# opening a page cost. Only the last --disable-features counts, so ours are added to Playwright's.
unneeded=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess
for argument; do
  shift
  case $argument in
    --disable-features=*) argument="$argument,$unneeded" ;;
  esac
  set -- "$@" "$argument"
done
[ -n "$PLAYWRIGHT_CHROMIUM" ] || for PLAYWRIGHT_CHROMIUM in /usr/bin/chromium-headless-shell /usr/bin/chromium; do
  [ -x "$PLAYWRIGHT_CHROMIUM" ] && break
done
exec "$PLAYWRIGHT_CHROMIUM" "$@"
