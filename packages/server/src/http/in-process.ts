import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Marks calls that the process makes to itself while rendering: the page was counted already. New in every process, so it cannot be guessed. */
export const IN_PROCESS = { 'x-in-process': randomBytes(16).toString('base64url') } as const;

export const isInProcess = (request: FastifyRequest): boolean => request.headers['x-in-process'] === IN_PROCESS['x-in-process'];
