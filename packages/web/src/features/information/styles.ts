/** Styles of a static page, inlined in the page. */
import information from './information.module.css?inline';

export const informationStyles: string = information;
