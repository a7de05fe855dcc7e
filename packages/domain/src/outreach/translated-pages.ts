import { isPublicPath } from '../prices/public-pages.ts';
import { informationPage } from './information.ts';

/** Whether a path is a page without a framework, which exists in every language; the application has its own language. */
export function isInEveryLanguage(path: string): boolean {
	return path === '/' || isPublicPath(path) || informationPage(path) !== undefined;
}
