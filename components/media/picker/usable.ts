/** Whether an address can be used: http(s), or on this site. */
export const isUsable = (address: string): boolean => /^(https?:\/\/|\/)\S+$/.test(address.trim());
