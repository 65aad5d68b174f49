import { AsyncLocalStorage } from "node:async_hooks";
import { shared } from "./shared";

const own = shared("own-request", () => new AsyncLocalStorage<true>());

/** Runs a request that the program makes to itself and whose answer nobody sees; its pages are read as the program. */
export const asOwnRequest = <T>(make: () => Promise<T>): Promise<T> => own.run(true, make);

/** Whether what runs here belongs to such a request. No header, cookie or address can say so. */
export const isOwnRequest = (): boolean => own.getStore() === true;
