import { createHash } from 'node:crypto';

/** A UUID that stands for a key: a job sent twice under one key is one job, also after it has run. */
export const jobId = (queue: string, key: string): string => {
	const hex = createHash('sha256').update(`${queue}\n${key}`).digest('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
};
