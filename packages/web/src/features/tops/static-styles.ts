/** Styles of the four tables on a page without a framework. */
import still from './static-tops.module.css?inline';
import tabs from './table-tabs.module.css?inline';
import tops from './tops.module.css?inline';

export const staticTopsStyles = [tops, still, tabs].join('\n');
