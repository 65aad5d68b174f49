import { describe, expect, it } from "vitest";
import { isColor } from "./color";

describe("a colour", () => {
  it.each([
    "#fff", "#FFF", "#0f0a", "#cfd3d7", "#CFD3D7FF",
    "red", "RED", "RebeccaPurple", "lightgoldenrodyellow", "transparent", "grey", "gray",
    "rgb(0,0,0)", "rgb(255, 255, 255)", "RGB(1,2,3)", "rgb( 1 , 2 , 3 )", "rgb(100%,0%,50%)", "rgb(1.5,0,0)", "rgb(1 2 3)", "rgb(1 2 3 / .5)", "rgb(1 2 3/50%)",
    "rgba(1,2,3,0)", "rgba(1,2,3,1)", "rgba(1,2,3,.5)", "rgba(1,2,3,0.5)", "rgba(1,2,3,50%)", "rgba(1,2,3)", "rgb(1,2,3,0.5)",
  ])("is %s", (color) => expect(isColor(color)).toBe(true));

  it.each([
    "", " ", "#", "#ff", "#fffff", "#fffffff", "#fffffffff", "#ggg", "fff", "# fff", "##fff",
    "redd", "re d", "currentcolor", "inherit", "none", "var(--x)", "url(x)", "constructor", "__proto__",
    "rgb()", "rgb(1,2)", "rgb(1,2,3,4,5)", "rgb(256,0,0)", "rgb(-1,0,0)", "rgb(101%,0,0)", "rgb(1,2,x)", "rgb(1,,3)", "rgb(1 2)", "rgb(1,2,3", "rgb 1,2,3)", "rgb(1;2;3)", "rgb(1e2,0,0)", "rgb(0x1,0,0)",
    "rgba(1,2,3,2)", "rgba(1,2,3,-1)", "rgba(1,2,3,101%)", "rgba(1,2,3,)", "rgb(1 2 3 / )", "rgb(1 2 3 / 1 / 1)", "rgb(1,2,3/.5)", "rgb((1),2,3)",
    "hsl(1,2%,3%)", "red;background:url(x)", "rgb(1,2,3);x", "#fff\n", "expression(1)",
  ])("is not %j", (color) => expect(isColor(color)).toBe(false));
});
