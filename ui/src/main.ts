import { mount } from "svelte";
import App from "./App.svelte";
import { system } from "./system";
import "./tokens.css";
import "./font.css";
import "./base.css";

const target = document.getElementById("app");
if (!target) throw new Error("index.html has no #app");
document.documentElement.dataset.system = system;
mount(App, { target });
