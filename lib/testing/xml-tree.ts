import sax from "sax";

export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: XmlElement[];
};

/** The root of an XML document; fails where a strict parser does. */
export function xmlTree(xml: string): XmlElement {
  const parser = sax.parser(true);
  const above: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [above];
  const failed = (error: Error): never => {
    throw error;
  };
  parser.onopentag = ({ name, attributes }) => {
    const element = { name, attributes: attributes as Record<string, string>, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const added = (text: string) => {
    const last = open.at(-1);
    if (last) last.text += text;
  };
  Object.assign(parser, { onerror: failed, ontext: added });
  parser.onclosetag = () => void open.pop();
  parser.write(xml).close();
  const [root] = above.children;
  if (!root) throw new Error("There is no element.");
  return root;
}

export const childrenOf = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child) => child.name === name);
