/**
 * How many times longer than on a quiet machine anything may take, by the clock. The machines of CI may give a run a
 * small part of their processors, which no test here is about.
 */
export const leniency = process.env.CI ? 5 : 1;
