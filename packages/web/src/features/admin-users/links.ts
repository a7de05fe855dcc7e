import { adminLink } from '../../entities/administration/links.ts';

/** The page of one user. */
export const userLink = (id: string) => adminLink('users', { user: id });
