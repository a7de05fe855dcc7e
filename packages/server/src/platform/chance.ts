import { randomBytes, randomUUID } from 'node:crypto';

/** Source of secrets and ids. */
export interface Chance {
	bytes(count: number): Buffer;
	uuid(): string;
}

export const systemChance: Chance = { bytes: (count) => randomBytes(count), uuid: () => randomUUID() };
