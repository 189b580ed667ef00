// What glibc's Swift module does not show: epoll, eventfd, signalfd and accept4 (a GNU extension).
#ifndef CLINUX_H
#define CLINUX_H

#define _GNU_SOURCE
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>

int accept4(int socket, struct sockaddr *address, socklen_t *length, int flags);

#endif
