import { isPublicPath } from '../prices/public-pages.ts';
import { informationPage } from './information.ts';

/** Whether a path is a page without framework, which exists in every language; the application has the language of its sources. */
export const isInEveryLanguage = (path: string): boolean => path === '/' || isPublicPath(path) || informationPage(path) !== undefined;
