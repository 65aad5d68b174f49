import { expect, it } from "vitest";
import "../api/routes";
import { jobKinds } from "../services/jobs/kinds";
import { handlers } from "./job-handlers";

it("every kind of job that a feature declares is done by somebody, and nothing else is", () =>
  expect(Object.keys(handlers).sort()).toEqual(
    jobKinds()
      .map(({ name }) => name)
      .sort(),
  ));
