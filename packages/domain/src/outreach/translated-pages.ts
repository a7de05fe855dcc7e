import { isPublicPath } from '../prices/public-pages.ts';
import { informationPage } from './information.ts';

/** Whether a path is one of the pages without framework, which stand in every language; the application's stand in that of the sources. */
export const isInEveryLanguage = (path: string): boolean => path === '/' || isPublicPath(path) || informationPage(path) !== undefined;
