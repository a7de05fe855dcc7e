import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';

export type Sessions = AnswerOf<Contract['accounts']['sessions']>;

export type SecondFactor = AnswerOf<Contract['accounts']['secondFactor']>;

export const factorQuery = (api: Api) =>
	queryOptions({ queryKey: ['accounts', 'second-factor'], queryFn: () => api.accounts.secondFactor(), staleTime: 0 });

export type Keys = AnswerOf<Contract['accounts']['keys']>;

export const keysQuery = (api: Api) => queryOptions({ queryKey: ['accounts', 'keys'], queryFn: () => api.accounts.keys(), staleTime: 0 });

export const providersQuery = (api: Api) =>
	queryOptions({ queryKey: ['shell', 'providers'], queryFn: () => api.accounts.oauthProviders(), staleTime: Number.POSITIVE_INFINITY });

export const sessionsQuery = (api: Api) =>
	queryOptions({ queryKey: ['accounts', 'sessions'], queryFn: () => api.accounts.sessions(), staleTime: 0 });

/** The server's browser configuration: which captcha, and its key. */
export const secretQuery = (api: Api) =>
	queryOptions({ queryKey: ['shell', 'secret'], queryFn: () => api.operations.secret(), staleTime: Number.POSITIVE_INFINITY });
