// Loaded into a server before its program: a name of the public internet stands for a listener of the test. The program
// sees a public address, checks it as any other, and what it sends there arrives at 127.0.0.1.
import { promises } from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";

const NAME = "hooks.example.com";
const PUBLIC = "93.184.215.14";

const { Resolver } = promises;
promises.Resolver = class extends Resolver {
  resolve4 = async (name) => (name === NAME ? [PUBLIC] : super.resolve4(name));
  resolve6 = async (name) => (name === NAME ? [] : super.resolve6(name));
};

// oxlint-disable-next-line typescript/unbound-method -- It is called with its socket below.
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const [first] = Array.isArray(given[0]) ? given[0] : given;
  if (first?.host === NAME) {
    first.host = "127.0.0.1";
    delete first.lookup;
  }
  return connect.apply(this, given);
};
syncBuiltinESMExports();
