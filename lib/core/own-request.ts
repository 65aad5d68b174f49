import { AsyncLocalStorage } from "node:async_hooks";
import { withAnswersStore } from "../patches/async-context";
import { shared } from "./shared";

const own = shared("own-request", () => new AsyncLocalStorage<true>());

/** Runs a request of the program to itself; its pages are read as the program. */
export const asOwnRequest = <T>(make: () => Promise<T>): Promise<T> => withAnswersStore(own, true, make);

/** Whether the current request is one of the program's own. No header, cookie or address can claim that. */
export const isOwnRequest = (): boolean => own.getStore() === true;
