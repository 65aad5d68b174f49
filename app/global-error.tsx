"use client";
import { Button } from "../components/ui/button";

/** In place of a whole document whose script failed, when no words of its own can be had: in both languages. */
export default function NothingStands() {
  return (
    <html lang="en">
      <body>
        <title>This page could not be shown</title>
        <main className="mx-auto grid min-h-dvh max-w-md content-center justify-items-start gap-3 p-6">
          <h1>This page could not be shown</h1>
          <p>The connection was lost while it was loading, or something in it went wrong.</p>
          <p lang="zh-CN">无法显示此页面：加载时连接中断，或页面出了问题。</p>
          <form>
            <Button look="strong" type="submit">
              Reload · <span lang="zh-CN">重新加载</span>
            </Button>
          </form>
        </main>
      </body>
    </html>
  );
}
