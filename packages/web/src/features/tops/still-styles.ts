/** Styles of the four tables on a page without a framework. */
import still from './still-tops.module.css?inline';
import tabs from './table-tabs.module.css?inline';
import tops from './tops.module.css?inline';

export const stillTopsStyles = [tops, still, tabs].join('\n');
