export { default, metadata } from '../(portal)/not-found';
