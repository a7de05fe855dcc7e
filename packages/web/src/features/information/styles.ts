/** Styles of a static page, inlined. */
import information from './information.module.css?inline';

export const informationStyles: string = information;
