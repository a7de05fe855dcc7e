import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

/** Marks calls that were counted already: those that the process makes to itself while rendering, by their page. New in every process, so it cannot be guessed. */
export const IN_PROCESS = { 'x-in-process': randomBytes(16).toString('base64url') } as const;

export const isInProcess = (request: FastifyRequest): boolean => request.headers['x-in-process'] === IN_PROCESS['x-in-process'];

/** Another process has counted the call and passed it on. */
export const takeAsCounted = (request: FastifyRequest): void => void Object.assign(request.headers, IN_PROCESS);
