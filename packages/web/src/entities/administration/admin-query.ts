import { keepPreviousData } from '@tanstack/react-query';

/** The first part of the key of each query of the administration: an act of one page changes what others show. */
export const ADMIN = ['admin'] as const;

/** Pages of the administration are asked for anew each time, and stay until the next answer is there. */
export const LIVE = { placeholderData: keepPreviousData, staleTime: 0 } as const;
